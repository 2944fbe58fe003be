// What this browser remembers from one visit to the next.

export function stored(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // some browsers keep nothing
  }
}

export function store(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // then not
  }
}
