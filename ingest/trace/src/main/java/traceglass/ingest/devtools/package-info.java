/// Import of snapshots of Dart and Flutter DevTools: the timeline, frames and samples in one JSON document.
package traceglass.ingest.devtools;
