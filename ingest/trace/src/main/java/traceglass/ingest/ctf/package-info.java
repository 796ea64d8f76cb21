/// The Common Trace Format (CTF 1.8 and 2), which LTTng, barectf, Zephyr and others write: a folder with a file
/// `metadata` and files with streams of events.
///
/// Input: descriptions of binary types, and packets. Output: events with their fields, and the thread state derived
/// from them.
package traceglass.ingest.ctf;
