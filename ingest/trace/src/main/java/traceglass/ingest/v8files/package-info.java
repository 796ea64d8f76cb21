/// Import of the files that V8 writes: CPU profiles, heap profiles, heap snapshots and logs. Written by Node and
/// Chrome.
package traceglass.ingest.v8files;
