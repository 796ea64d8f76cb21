package traceglass.engine.fleet;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.engine.archive.FleetTar;
import traceglass.engine.fleet.source.FileReason;
import traceglass.engine.fleet.source.FleetSource;
import traceglass.ingest.open.TraceOpener;
import traceglass.store.database.StoreOptions;

/// Finds the traces in folders, files with lists of paths, patterns and archives.
final class FleetSources {

    private static final long MAX_LIST_BYTES = 64L << 20;

    private final Set<Path> excluded;
    private final Map<String, FleetSource> found = new LinkedHashMap<>();
    private final List<FleetFailure> missing;
    private final @Nullable FleetReader reader;
    private final IntPredicate listener;

    /// @param excluded files and folders that are not traces, as absolute paths
    /// @param missing receives paths that don't exist or can't be read
    /// @param reader finds the files of URIs, or null
    /// @param listener receives the number of files that were found so far, and returns false to cancel
    private FleetSources(
            Set<Path> excluded, List<FleetFailure> missing, @Nullable FleetReader reader, IntPredicate listener) {
        this.excluded = excluded;
        this.missing = missing;
        this.reader = reader;
        this.listener = listener;
    }

    static List<FleetSource> find(
            List<String> arguments, Set<Path> excluded, List<FleetFailure> missing, IntPredicate listener) {
        return new FleetSources(excluded, missing, null, listener).find(arguments);
    }

    static List<FleetSource> find(
            List<String> arguments, Set<Path> excluded, List<FleetFailure> missing, @Nullable FleetReader reader) {
        return new FleetSources(excluded, missing, reader, _ -> true).find(arguments);
    }

    private List<FleetSource> find(List<String> arguments) {
        for (String argument : arguments) {
            try {
                add(argument);
            } catch (IOException | InvalidPathException e) {
                missing.add(new FleetFailure(argument, "can't be read: " + e.getMessage()));
            }
        }
        return List.copyOf(found.values());
    }

    private void add(String argument) throws IOException {
        boolean isUri = argument.matches("[A-Za-z][A-Za-z0-9+.-]+:/.*") && !existsAsNamed(argument);
        if (isUri) {
            if (reader == null) {
                missing.add(new FleetFailure(
                        argument, "is not a local file; import it with Spark, or copy it to this computer first"));
                return;
            }
            for (FleetReader.Found file : reader.find(argument)) {
                add(new FleetSource(file.path(), file.bytes(), file.modifiedMs(), _ -> {
                    throw new IOException("files on other storage can be opened only by the import that found them");
                }));
            }
            return;
        }
        Path path =
                Path.of(isPattern(argument) ? "." : argument).toAbsolutePath().normalize();
        if (isPattern(argument)) {
            addPattern(argument);
        } else if (FleetFolder.isFleet(path)) {
            missing.add(new FleetFailure(argument, "is a fleet; import the files from which its traces were imported"));
        } else if (Files.isDirectory(path)) {
            addFolder(path, null);
        } else if (!Files.exists(path)) {
            missing.add(new FleetFailure(argument, "does not exist"));
        } else if (isArchive(path)) {
            addArchive(path);
        } else {
            List<Path> list = readList(path);
            if (list.isEmpty()) {
                addFile(path, Files.readAttributes(path, BasicFileAttributes.class));
            }
            for (Path file : list) {
                if (Files.isRegularFile(file)) {
                    addFile(file, Files.readAttributes(file, BasicFileAttributes.class));
                } else {
                    missing.add(new FleetFailure(file.toString(), "does not exist"));
                }
            }
        }
    }

    private static boolean isPattern(String argument) {
        return argument.matches(".*[*?\\[{].*") && !existsAsNamed(argument);
    }

    private static boolean existsAsNamed(String argument) {
        try {
            return Files.exists(Path.of(argument));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /// Searches the deepest folder in the pattern whose path has no special characters.
    private void addPattern(String argument) throws IOException {
        String pattern = File.separatorChar == '\\' ? argument.replace('\\', '/') : argument;
        int special = pattern.replaceFirst("[*?\\[{].*", "").length();
        int slash = pattern.lastIndexOf('/', special);
        Path folder = Path.of(slash < 0 ? "." : pattern.substring(0, slash + 1))
                .toAbsolutePath()
                .normalize();
        int before = found.size();
        try {
            String below = pattern.substring(slash + 1);
            PathMatcher deep = FileSystems.getDefault().getPathMatcher("glob:" + below);
            // "**/" also matches no folder at all.
            PathMatcher flat = FileSystems.getDefault().getPathMatcher("glob:" + below.replace("**/", ""));
            PathMatcher matcher = path -> deep.matches(path) || below.contains("**/") && flat.matches(path);
            if (Files.isDirectory(folder)) {
                addFolder(folder, matcher);
            }
        } catch (PatternSyntaxException e) {
            throw new EngineException("The pattern " + pattern + " is invalid: " + e.getDescription(), e);
        }
        if (found.size() == before) {
            missing.add(new FleetFailure(pattern, "matches no file"));
        }
    }

    /// Adds all non-hidden files of a folder and its subfolders, ordered by name. A folder whose files form one trace
    /// is added as one.
    private void addFolder(Path folder, @Nullable PathMatcher matcher) throws IOException {
        Map<Path, BasicFileAttributes> files = new TreeMap<>(Comparator.naturalOrder());
        StoreOptions options = StoreOptions.uncached();
        Files.walkFileTree(
                folder, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(Path visited, BasicFileAttributes attributes) {
                        if ((matcher == null || matcher.matches(folder.relativize(visited)))
                                && TraceOpener.isTraceFolder(visited, options)) {
                            files.put(visited, attributes);
                            return FileVisitResult.SKIP_SUBTREE;
                        }
                        boolean isSkipped = !visited.equals(folder)
                                && (visited.getFileName().toString().startsWith(".")
                                        || excluded.contains(visited)
                                        || FleetFolder.isFleet(visited));
                        return isSkipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        boolean isMatch = matcher == null || matcher.matches(folder.relativize(file));
                        if (attributes.isRegularFile()
                                && !file.getFileName().toString().startsWith(".")
                                && isMatch) {
                            files.put(file, attributes);
                        } else if (attributes.isSymbolicLink() && isMatch) {
                            missing.add(new FleetFailure(file.toString(), "is a link to a file that does not exist"));
                        }
                        report(found.size() + files.size());
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException e) {
                        if (e instanceof FileSystemLoopException) {
                            // The link leads to a folder that contains it, whose files are found anyway.
                            return FileVisitResult.CONTINUE;
                        }
                        missing.add(new FleetFailure(file.toString(), "can't be read: " + FileReason.reason(e)));
                        return FileVisitResult.CONTINUE;
                    }
                });
        for (Map.Entry<Path, BasicFileAttributes> file : files.entrySet()) {
            if (file.getValue().isDirectory()) {
                addTraceFolder(file.getKey());
            } else {
                addFile(file.getKey(), file.getValue());
            }
        }
    }

    private void addTraceFolder(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            long modifiedMs = 0;
            for (Path file : (Iterable<Path>) files::iterator) {
                modifiedMs =
                        Math.max(modifiedMs, Files.getLastModifiedTime(file).toMillis());
            }
            add(new FleetSource(folder.toString(), TraceOpener.sizeOf(folder), modifiedMs, _ -> folder));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private void addFile(Path file, BasicFileAttributes attributes) {
        if (!excluded.contains(file)) {
            add(new FleetSource(
                    file.toString(),
                    attributes.size(),
                    attributes.lastModifiedTime().toMillis(),
                    _ -> file));
        }
    }

    /// Closes the archives of sources.
    static void release(Collection<FleetSource> sources) {
        for (FleetSource source : sources) {
            try {
                source.content().release();
            } catch (IOException e) {
                // Ignore the failure: the archive was only read.
            }
        }
    }

    private void add(FleetSource source) {
        found.putIfAbsent(source.path(), source);
        report(found.size());
    }

    private void report(int count) {
        if (!listener.test(count)) {
            throw new EngineException("The search was canceled", null);
        }
    }

    /// Reads a list of paths: a text file whose first line is the path of an existing file, relative to the list's
    /// folder or the current folder.
    ///
    /// @return the paths; empty if the file is not such a list
    private static List<Path> readList(Path file) throws IOException {
        if (Files.size(file) > MAX_LIST_BYTES) {
            return List.of();
        }
        List<Path> paths = new ArrayList<>();
        try (var lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String text = line.strip();
                if (text.isEmpty() || text.startsWith("#")) {
                    continue;
                }
                Path relative = file.resolveSibling(text).normalize();
                Path path = Files.exists(relative)
                        ? relative
                        : Path.of(text).toAbsolutePath().normalize();
                if (paths.isEmpty() && !Files.isRegularFile(path)) {
                    return List.of();
                }
                paths.add(path);
            }
        } catch (CharacterCodingException | InvalidPathException e) {
            return List.of();
        }
        return paths;
    }

    private static boolean isArchive(Path file) {
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        return name.endsWith(".zip") || FleetTar.isTar(name);
    }

    private void addArchive(Path archive) throws IOException {
        if (FleetTar.isTar(archive.getFileName().toString().toLowerCase(Locale.ROOT))) {
            FleetTar entries = new FleetTar(archive);
            for (FleetTar.Entry entry : entries.list()) {
                String name = entry.name();
                if (!isHidden(name)) {
                    add(new FleetSource(
                            archive + "!" + name, entry.bytes(), entry.modifiedMs(), new TarContent(entries, entry)));
                }
            }
        } else {
            try (ZipFile zip = new ZipFile(archive.toFile())) {
                for (ZipEntry entry : (Iterable<ZipEntry>) zip.stream().map(e -> (ZipEntry) e)::iterator) {
                    if (!entry.isDirectory() && !isHidden(entry.getName())) {
                        String name = entry.getName();
                        add(new FleetSource(
                                archive + "!" + name,
                                entry.getSize(),
                                Math.max(0, entry.getTime()),
                                scratch -> copyOfZip(archive, name, scratch)));
                    }
                }
            }
        }
    }

    private static boolean isHidden(String entry) {
        return entry.substring(entry.lastIndexOf('/') + 1).startsWith(".");
    }

    private static Path copyOfTar(Path archive, String name, Path scratch) throws IOException {
        try (FleetTar entries = new FleetTar(archive)) {
            for (FleetTar.Entry entry : entries.list()) {
                if (entry.name().equals(name)) {
                    return new TarContent(entries, entry).file(scratch);
                }
            }
        }
        throw new IOException("the archive changed");
    }

    private static Path copyOfZip(Path archive, String name, Path scratch) throws IOException {
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            ZipEntry entry = zip.getEntry(name);
            if (entry == null) {
                throw new IOException("the archive changed");
            }
            try (InputStream in = zip.getInputStream(entry)) {
                Path target = copyTarget(name, scratch);
                Files.copy(in, target);
                return target;
            }
        }
    }

    /// Returns the content at a path that another process found.
    ///
    /// @param path path as in [FleetSource#path]
    static FleetSource.Content content(String path) {
        Path file = Path.of(path);
        int entry = path.indexOf('!');
        while (entry > 0 && !Files.exists(file)) {
            Path archive = Path.of(path.substring(0, entry));
            if (Files.isRegularFile(archive)) {
                String name = path.substring(entry + 1);
                if (FleetTar.isTar(archive.getFileName().toString().toLowerCase(Locale.ROOT))) {
                    return scratch -> copyOfTar(archive, name, scratch);
                }
                return scratch -> copyOfZip(archive, name, scratch);
            }
            entry = path.indexOf('!', entry + 1);
        }
        return _ -> file;
    }

    /// Returns the file for a copy. Its name keeps only the extension, which identifies some formats.
    private static Path copyTarget(String name, Path scratch) {
        String last = name.substring(name.lastIndexOf('/') + 1).replaceAll("[^\\w.-]", "_");
        return scratch.resolve(last.isEmpty() ? "trace" : "trace-" + last);
    }

    /// An entry of a tar archive.
    private record TarContent(FleetTar entries, FleetTar.Entry entry) implements FleetSource.Content {

        @Override
        public Path file(Path scratch) throws IOException {
            Path target = copyTarget(entry.name(), scratch);
            entries.copy(entry, target);
            return target;
        }

        @Override
        public void release() throws IOException {
            entries.close();
        }
    }
}
