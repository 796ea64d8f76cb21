/// Fields that Android, Bluetooth, GPU and heap dump producers add to trace packets, track events and interned data,
/// with the messages they hold. Their schemas build on the trace's own, and nothing builds on them.
package traceglass.protos.extension;
