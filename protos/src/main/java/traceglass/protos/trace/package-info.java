/// Trace packets, metadata of a tracing session, and parts of old Chromium traces other than events.
package traceglass.protos.trace;
