/// Importers of profiles of the native heap: Valgrind's DHAT and massif, heaptrack, and memray.
package traceglass.ingest.nativeheap;
