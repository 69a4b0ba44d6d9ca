"""Every refusal of the rules, one small class for each cause."""
