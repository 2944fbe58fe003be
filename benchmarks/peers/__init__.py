"""The programs we are measured against, one file each; see ../README.md for the protocol."""
