/// Packets that only tell what changed: small programs in the trace that apply them to the packet before (`ProtoVms`).
///
/// In: programs, their first state, patches. Out: whole packets, as bytes.
package traceglass.ingest.perfetto.patch;
