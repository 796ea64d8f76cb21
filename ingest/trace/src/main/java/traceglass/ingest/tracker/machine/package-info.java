/// The traced machine: its CPUs, kernel, processes and threads, scheduling, and thread states. Independent of tracks.
package traceglass.ingest.tracker.machine;
