/// Import of pprof profiles: the protobuf format (profile.proto) and the binary and text formats that preceded it.
package traceglass.ingest.pprof;
