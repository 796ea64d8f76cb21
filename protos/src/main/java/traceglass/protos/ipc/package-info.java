/// The protocol between the tracing service, its producers and its consumers.
package traceglass.protos.ipc;
