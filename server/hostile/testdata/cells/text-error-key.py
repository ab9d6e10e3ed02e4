# raises KeyError
{}['x' * 5 * 10**7]
