/// Fields that Android, Bluetooth, GPU and heap dump producers add to trace packets, track events and interned data,
/// and their message types. Their schemas import the trace's schema; no other schema imports them.
package traceglass.protos.extension;
