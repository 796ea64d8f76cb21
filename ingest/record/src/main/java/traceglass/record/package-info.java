/// Recording: how a trace gets from a device, this machine or a browser into a file. Targets are found and asked here,
/// a [traceglass.record.Session] drives one recording through its states, and what arrives is on disk at once. The ways
/// to talk to a target live in the rooms below; none of it knows a window, and no importer is used: a recording is a
/// file like any other.
package traceglass.record;
