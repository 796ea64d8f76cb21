/// Trace packets and what the tracing service writes about a session.
package traceglass.protos.trace;
