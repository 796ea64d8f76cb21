/// Trace packets, what the tracing service writes about a session, and what old Chromium traces hold beside events.
package traceglass.protos.trace;
