package traceglass.ingest.spans;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.store.table.LongColumn;

/// The services of a file, each instance of which is shown as a process. Spans refer to them by an index that can be
/// used before the service is known.
public final class Resources {

    private final ImportContext context;
    private final List<Resource> resources = new ArrayList<>();
    private final Map<String, Integer> byKey = new HashMap<>();
    private final Map<String, Integer> upidOfKey = new HashMap<>();
    private final Columns.Ints upids = new Columns.Ints();
    private final Map<Integer, Integer> mainThreads = new HashMap<>();
    private boolean needsThreads;
    private long nextPid = 1;

    Resources(ImportContext context) {
        this.context = context;
    }

    /// Returns an index for a service that is set later by [#set].
    public int reserve() {
        resources.add(Resource.UNKNOWN);
        return resources.size() - 1;
    }

    /// Sets the service of an index from [#reserve].
    public void set(int index, Resource resource) {
        resources.set(index, resource);
    }

    /// Returns the index of a service; services with the same key share one.
    public int indexOf(Resource resource) {
        return byKey.computeIfAbsent(resource.key(), key -> {
            resources.add(resource);
            return resources.size() - 1;
        });
    }

    public Resource get(int index) {
        return resources.get(index);
    }

    /// Requests a thread for each process, for data that refers to threads.
    public void requireThreads() {
        needsThreads = true;
    }

    /// Returns the thread of a service; see [#requireThreads].
    public int utid(int index) {
        return mainThreads.get(upids.get(index));
    }

    /// Creates the processes. Called after all input has been read.
    void createProcesses() {
        for (int i = 0; i < resources.size(); i++) {
            if (resources.get(i).pid() >= 0) {
                upids.set(i, process(resources.get(i)));
            }
        }
        for (int i = 0; i < resources.size(); i++) {
            if (resources.get(i).pid() < 0) {
                upids.set(i, process(resources.get(i)));
            }
        }
    }

    /// Returns the process of a service.
    public int upid(int index) {
        return upids.get(index);
    }

    private int process(Resource resource) {
        String key = resource.key();
        Integer existing = upidOfKey.get(key);
        if (existing != null) {
            return existing;
        }
        ProcessTracker processes = context.processes();
        int name = context.strings().intern(resource.name());
        long pid = resource.pid();
        while (pid < 0 && processes.processOrNone(nextPid) != ProcessTracker.NONE) {
            nextPid++;
        }
        long id = pid < 0 ? nextPid : pid;
        // Processes on different machines or in different containers may have the same id.
        int upid = processes.processOrNone(id) == ProcessTracker.NONE
                ? processes.processWithoutMainThread(id)
                : processes.startProcess(LongColumn.NULL, ProcessTracker.NONE, id, name, NamePriority.OfThread.OTHER);
        if (pid < 0 || !resource.isUnnamed()) {
            processes.setProcessName(upid, name, NamePriority.OfProcess.SYSTEM);
        }
        Attributes.add(processes.processArgs(upid), context.strings(), resource.attributes());
        if (needsThreads) {
            mainThreads.put(upid, processes.updateThread(id, id));
        }
        upidOfKey.put(key, upid);
        return upid;
    }
}
