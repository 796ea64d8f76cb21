package traceglass.service.probe.files;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// The folders of the kernel's proc and sys file systems.
///
/// @param proc `/proc`
/// @param sys `/sys`
public record SystemFolders(Path proc, Path sys) {

    /// Returns the folders of this computer.
    public static SystemFolders ofThisComputer() {
        return new SystemFolders(Path.of("/proc"), Path.of("/sys"));
    }

    /// Returns the path of a file below `/proc`.
    public byte[] proc(String name) {
        return bytes(proc, name);
    }

    /// Returns the path of a file below `/sys`.
    public byte[] sys(String name) {
        return bytes(sys, name);
    }

    private static byte[] bytes(Path folder, String name) {
        return (folder + "/" + name).getBytes(StandardCharsets.UTF_8);
    }
}
