package traceglass.service.probe.ftrace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.posix.NonBlockingFile;
import traceglass.service.probe.ftrace.page.EventName;
import traceglass.service.probe.ftrace.page.RecordLayout;

/// Files of a tracefs folder: the root, or one of its instances, which have their own events and buffers.
final class Tracefs {

    /// Folders where tracefs is usually mounted.
    static final List<Path> ROOTS = List.of(Path.of("/sys/kernel/tracing"), Path.of("/sys/kernel/debug/tracing"));

    private static final String EVENTS = "events";

    private final Path folder;

    Tracefs(Path folder) {
        this.folder = folder;
    }

    /// Returns the first readable tracefs folder, or null.
    static @Nullable Tracefs find(List<Path> roots) {
        for (Path root : roots) {
            if (Files.isReadable(root.resolve("trace"))) {
                return new Tracefs(root);
            }
        }
        return null;
    }

    /// Returns an instance, or null if there is none with this name.
    @Nullable
    Tracefs instance(String name) {
        if (name.isEmpty() || name.contains("/") || name.startsWith("..")) {
            return null;
        }
        boolean isHypervisor = name.equals("hyp") || name.equals("hypervisor");
        Path instance = folder.resolve(isHypervisor ? name : "instances/" + name);
        return Files.isReadable(instance.resolve("trace")) ? new Tracefs(instance) : null;
    }

    Path folder() {
        return folder;
    }

    boolean exists(String file) {
        return Files.exists(folder.resolve(file));
    }

    /// Returns the content of a file without leading and trailing white space; empty if it can't be read.
    String read(String file) {
        try {
            return Files.readString(folder.resolve(file), StandardCharsets.ISO_8859_1)
                    .strip();
        } catch (IOException e) {
            return "";
        }
    }

    /// Replaces the content of a setting.
    ///
    /// @return whether the kernel accepted it
    boolean write(String file, String text) {
        return write(file, text, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
    }

    /// Adds a line to a setting that consists of several lines.
    boolean append(String file, String line) {
        return write(file, line + "\n", StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    }

    private boolean write(String file, String text, OpenOption... options) {
        try {
            Files.write(folder.resolve(file), text.getBytes(StandardCharsets.UTF_8), options);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    boolean setEvent(EventName event, boolean isEnabled) {
        return write(EVENTS + "/" + event + "/enable", isEnabled ? "1" : "0");
    }

    boolean hasEvent(EventName event) {
        return exists(EVENTS + "/" + event + "/format");
    }

    /// Returns the layout of an event's records, or null if the kernel does not have the event.
    @Nullable
    RecordLayout layout(EventName event) {
        RecordLayout layout = RecordLayout.parse(read(EVENTS + "/" + event + "/format"));
        return layout == null && event.equals(new EventName("ftrace", "print")) ? RecordLayout.PRINT : layout;
    }

    /// Returns the groups of events.
    List<String> groups() {
        return folders(EVENTS);
    }

    /// Returns the events of a group.
    List<String> events(String group) {
        return folders(EVENTS + "/" + group);
    }

    private List<String> folders(String parent) {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder.resolve(parent), Files::isDirectory)) {
            entries.forEach(entry -> names.add(String.valueOf(entry.getFileName())));
        } catch (IOException | DirectoryIteratorException e) {
            return List.of();
        }
        Collections.sort(names);
        return names;
    }

    /// Returns the numbers of the CPUs that have a buffer.
    List<Integer> cpus() {
        List<Integer> cpus = new ArrayList<>();
        for (String name : folders("per_cpu")) {
            if (name.matches("cpu\\d{1,5}")) {
                cpus.add(Integer.parseInt(name.substring(3)));
            }
        }
        Collections.sort(cpus);
        return cpus;
    }

    /// Opens the raw pages of a CPU's buffer. Reading removes them from the buffer.
    NonBlockingFile openPages(int cpu, int pageSize) throws IOException {
        return NonBlockingFile.open(
                folder.resolve("per_cpu/cpu" + cpu + "/trace_pipe_raw").toString(), pageSize);
    }
}
