"""What dealing on does to football poker, followed or measured. `cut_card` needs the extra `fast`."""
