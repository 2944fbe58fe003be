"""What each verb accepts, and the help that it gives; what it does is imported when it is run."""
