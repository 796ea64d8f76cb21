/// The record page: choose a target and a preset or individual probes, watch the recording, open the trace. Recording
/// itself is implemented in [traceglass.record]; this package shows and controls it.
package traceglass.app.record;
