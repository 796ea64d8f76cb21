package traceglass.service.core;

/// Process of a client, as the kernel knows it.
///
/// @param uid unsigned
/// @param pid 0 if unknown
public record PeerIdentity(int uid, int pid) {}
