// For readers who are not signed in: the browser's time zone, in which pages show their times.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone) {
  const safely = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `zone=${zone}; path=/; max-age=31536000; samesite=lax${safely}`;
  const field = $("[data-zone]"); // in a form that nobody has filled in yet
  if (field && all("option", field).some(({ value }) => value === zone)) field.value = zone;
}
