/// Packets that contain only changes: small programs in the trace apply them to the previous packet (`ProtoVms`).
///
/// Input: programs, their initial states, patches. Output: whole packets in wire format.
package traceglass.ingest.perfetto.patch;
