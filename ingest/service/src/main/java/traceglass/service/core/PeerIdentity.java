package traceglass.service.core;

import java.nio.charset.StandardCharsets;

/// Process of a client, as far as the kernel or its relay knows it.
///
/// @param uid unsigned
/// @param pid 0 if unknown
/// @param machineId 0 for processes of this machine
/// @param machineName as `machine_name_filter` names it
public record PeerIdentity(int uid, int pid, int machineId, String machineName) {

    /// A process of this machine.
    public static PeerIdentity local(int uid, int pid) {
        return new PeerIdentity(uid, pid, 0, SystemFacts.machineName());
    }

    /// A process of another machine.
    ///
    /// @param machineHint text that no other machine has
    public static PeerIdentity remote(int uid, int pid, String machineHint, String machineName) {
        int id = (int) FnvHash.of(machineHint.getBytes(StandardCharsets.UTF_8));
        return new PeerIdentity(uid, pid, id == 0 ? 1 : id, machineName);
    }

    boolean isLocal() {
        return machineId == 0;
    }
}
