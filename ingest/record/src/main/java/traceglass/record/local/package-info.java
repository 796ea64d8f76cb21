/// The tracing service of this machine: its sockets, and daemons that are started for the time of a recording.
package traceglass.record.local;
