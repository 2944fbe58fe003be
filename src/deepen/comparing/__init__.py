"""`deepen.compare`, in parts: runs, their file, plots, and the report."""
