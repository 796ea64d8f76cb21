/// The record page: choose a target and a preset, or any probe; watch the recording; open the trace. The recording
/// itself is [traceglass.record]'s; here it is shown and steered.
package traceglass.app.record;
