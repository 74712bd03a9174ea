"""The school: classes, exams that croupiers sit against the clock, their marks, and a report of each as a PDF. A plug-in of the server."""
