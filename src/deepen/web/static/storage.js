// What this browser remembers, from one visit to the next or for this one.

export function stored(name, where = "localStorage") {
  try {
    return window[where].getItem(name);
  } catch {
    return null; // some browsers keep nothing
  }
}

export function store(name, value, where = "localStorage") {
  try {
    window[where].setItem(name, value);
  } catch {
    // then not
  }
}
