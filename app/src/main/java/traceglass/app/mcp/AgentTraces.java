package traceglass.app.mcp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.engine.EngineOptions;
import traceglass.engine.OpenProgress;
import traceglass.engine.TraceProcessor;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.StoreOptions;
import traceglass.store.database.TemporaryFiles;

/// The traces that are open, each with an id. Their number and their memory are limited.
final class AgentTraces implements AutoCloseable {

    static final int MAX_OPEN = 4;

    private static final long MIN_MEMORY_BYTES = 256L << 20;
    private static final long CHECK_MS = 100;
    private static final int MAX_DELETION_ATTEMPTS = 20;
    /// Maximum time that [#close] waits for calls that are opening a trace. They usually stop within milliseconds.
    private static final long CLOSE_MS = 10_000;

    private final AllowedFolders allowed;
    private final StoreOptions store;
    private final List<Path> modules;
    /// Folder for the databases of traces if the cache is not used; deleted on close.
    private final @Nullable Path temporaryCache;

    private final Map<String, AgentTrace> open = new LinkedHashMap<>();
    /// Files that calls are opening.
    private final Set<Path> opening = new HashSet<>();

    private int lastId;
    private volatile boolean isClosed;

    /// @param store options of the program
    /// @param modules folders with SQL modules of the user
    AgentTraces(AllowedFolders allowed, StoreOptions store, List<Path> modules) throws IOException {
        this.allowed = allowed;
        this.modules = modules;
        Path cache = store.cacheDir();
        boolean isUsable = cache != null && (Files.isWritable(cache) || Files.notExists(cache));
        temporaryCache = isUsable ? null : TemporaryFiles.folder("mcp");
        this.store = StoreOptions.cachedIn(temporaryCache != null ? temporaryCache : Objects.requireNonNull(cache))
                .withMemoryLimit(Math.max(MIN_MEMORY_BYTES, store.memoryLimitBytes() / MAX_OPEN));
    }

    AllowedFolders allowed() {
        return allowed;
    }

    /// Opens a trace, or returns it if it is already open.
    ///
    /// @param name path of a file or folder, relative to the first allowed folder or absolute
    /// @throws ToolProblem if the file may not be opened or is not a trace, if too many traces are open, or if
    ///     this is closed
    AgentTrace open(String name, OpenProgress progress) throws ToolProblem {
        Path file = allowed.resolve(name);
        synchronized (open) {
            AgentTrace trace = reserve(file, progress);
            if (trace != null) {
                return trace;
            }
        }
        TraceProcessor processor = null;
        try {
            processor = read(file, (phase, done, total) -> !isClosed && progress.update(phase, done, total));
        } catch (EngineException e) {
            throw new ToolProblem(String.valueOf(e.getMessage()));
        } finally {
            if (processor == null) {
                endOpening(file);
            }
        }
        return add(file, processor);
    }

    private AgentTrace add(Path file, TraceProcessor processor) throws ToolProblem {
        synchronized (open) {
            endOpening(file);
            if (isClosed) {
                // Still under the lock, so that close() waits for this.
                processor.close();
                throw new ToolProblem(McpTexts.CANCELED);
            }
            AgentTrace trace = new AgentTrace("t" + ++lastId, file, processor, store);
            open.put(trace.id(), trace);
            return trace;
        }
    }

    private void endOpening(Path file) {
        synchronized (open) {
            opening.remove(file);
            open.notifyAll();
        }
    }

    /// Returns the trace if it is open. If another call is opening it, waits for that call; otherwise reserves
    /// a slot for it.
    private @Nullable AgentTrace reserve(Path file, OpenProgress progress) throws ToolProblem {
        while (opening.contains(file)) {
            try {
                open.wait(CHECK_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ToolProblem(McpTexts.CANCELED);
            }
            if (!progress.update("", 0, 0)) {
                throw new ToolProblem(McpTexts.CANCELED);
            }
        }
        if (isClosed) {
            throw new ToolProblem(McpTexts.CANCELED);
        }
        AgentTrace trace = find(file);
        if (trace == null) {
            if (open.size() + opening.size() >= MAX_OPEN) {
                throw new ToolProblem(McpTexts.tooManyTraces(MAX_OPEN, ids()));
            }
            opening.add(file);
        }
        return trace;
    }

    private @Nullable AgentTrace find(Path file) {
        return open.values().stream()
                .filter(t -> t.file().equals(file))
                .findFirst()
                .orElse(null);
    }

    /// Opens the trace from its cached database, so that later users, such as the picture tool, find it there.
    private TraceProcessor read(Path file, OpenProgress progress) {
        Path cache = store.cacheDir();
        EngineOptions options = (cache == null ? EngineOptions.temporary() : EngineOptions.cachedIn(cache))
                .withMemoryLimit(store.memoryLimitBytes())
                .withModules(modules);
        TraceProcessor.open(file, options.withProgress(progress)).close();
        return TraceProcessor.open(file, options);
    }

    /// Returns the trace with this id. Without an id, returns the only open trace.
    ///
    /// @throws ToolProblem if there is no such trace
    AgentTrace get(String id) throws ToolProblem {
        synchronized (open) {
            if (id.isEmpty() && open.size() == 1) {
                return open.values().iterator().next();
            }
            AgentTrace trace = open.get(id);
            if (trace == null) {
                throw new ToolProblem(open.isEmpty() ? McpTexts.NO_TRACE : McpTexts.noTrace(id, ids()));
            }
            return trace;
        }
    }

    List<AgentTrace> all() {
        synchronized (open) {
            return List.copyOf(open.values());
        }
    }

    private List<String> ids() {
        return open.values().stream().map(t -> t.id() + " (" + t.name() + ")").toList();
    }

    /// Closes a trace; its running queries end with an error.
    void close(String id) throws ToolProblem {
        AgentTrace trace = get(id);
        synchronized (open) {
            open.remove(trace.id());
        }
        trace.close();
    }

    /// Closes all traces and deletes temporary files. Calls that are opening a trace are canceled and have ended
    /// when this returns, so that nothing is written to the cache later. A second caller waits until the first one
    /// has finished, because the process may end when this returns.
    @Override
    public synchronized void close() {
        List<AgentTrace> rest;
        synchronized (open) {
            isClosed = true;
            awaitOpening();
            rest = new ArrayList<>(open.values());
            open.clear();
        }
        rest.forEach(AgentTrace::close);
        for (int i = 0; temporaryCache != null && Files.exists(temporaryCache) && i < MAX_DELETION_ATTEMPTS; i++) {
            // A call that is just ending may still write to the folder, so try again.
            StoreDatabase.deleteTree(temporaryCache);
        }
    }

    private void awaitOpening() {
        long end = System.nanoTime() + CLOSE_MS * 1_000_000;
        try {
            for (long remainingMs = CLOSE_MS;
                    !opening.isEmpty() && remainingMs > 0;
                    remainingMs = (end - System.nanoTime()) / 1_000_000) {
                open.wait(remainingMs);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
