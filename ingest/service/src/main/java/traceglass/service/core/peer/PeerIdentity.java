package traceglass.service.core.peer;

import java.nio.charset.StandardCharsets;

/// Identity of a client's process, as reported by the kernel or by its relay.
///
/// @param uid unsigned user id
/// @param pid process id, 0 if unknown
/// @param machineId id of the machine, 0 for processes of this machine
/// @param machineName name that `machine_name_filter` matches
public record PeerIdentity(int uid, int pid, int machineId, String machineName) {

    /// Returns the identity of a process of this machine.
    public static PeerIdentity local(int uid, int pid) {
        return new PeerIdentity(uid, pid, 0, MachineInfo.machineName());
    }

    /// Returns the identity of a process of another machine.
    ///
    /// @param machineHint string that is unique to the machine, from which its id is derived
    public static PeerIdentity remote(int uid, int pid, String machineHint, String machineName) {
        int id = (int) FnvHash.of(machineHint.getBytes(StandardCharsets.UTF_8));
        return new PeerIdentity(uid, pid, id == 0 ? 1 : id, machineName);
    }

    /// Whether the process runs on the same machine as the service.
    public boolean isLocal() {
        return machineId == 0;
    }
}
