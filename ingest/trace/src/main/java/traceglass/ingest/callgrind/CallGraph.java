package traceglass.ingest.callgrind;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.stack.AggregateProfiles;
import traceglass.ingest.tracker.stack.NamedFrames;

/// Functions with their self costs, and calls with the inclusive cost of the callee. [#write] derives stacks: the cost
/// of a function is divided among its callers in proportion to the cost of their calls. This is an estimate, because a
/// call graph does not record which call caused which cost.
public final class CallGraph {

    private static final int MAX_FUNCTIONS = 5_000_000;

    private final ImportContext context;
    private final int events;
    private final Map<Key, Integer> byKey = new HashMap<>();
    private final List<Function> functions = new ArrayList<>();

    private record Key(String library, String file, String name, long line) {}

    static final class Function {
        final int index;
        final Key key;
        final double[] self;
        final Map<Integer, double[]> calls = new HashMap<>();

        Function(int index, Key key, int events) {
            this.index = index;
            this.key = key;
            self = new double[events];
        }

        /// Returns the cost of the function including everything that it calls.
        double inclusive(int event) {
            double sum = self[event];
            for (double[] call : calls.values()) {
                sum += call[event];
            }
            return sum;
        }
    }

    /// A measured quantity.
    ///
    /// @param type e.g. `Ir`
    /// @param unit e.g. `count`
    /// @param scale factor of the costs
    public record Event(String type, String unit, double scale) {}

    /// @param events number of measured quantities
    public CallGraph(ImportContext context, int events) {
        this.context = context;
        this.events = events;
    }

    /// Returns the index of a function, adding it if it is new; -1 if there are too many.
    ///
    /// @param library object file, or null
    /// @param file source file, or null
    /// @param line 0 if unknown
    public int function(String library, String file, String name, long line) {
        Key key = new Key(library, file, name, line);
        Integer existing = byKey.get(key);
        if (existing != null) {
            return existing;
        }
        if (functions.size() >= MAX_FUNCTIONS) {
            return -1;
        }
        Function f = new Function(functions.size(), key, events);
        functions.add(f);
        byKey.put(key, f.index);
        return f.index;
    }

    /// Adds to the self cost of a function.
    public void addSelf(int function, int event, double cost) {
        if (function >= 0 && Double.isFinite(cost)) {
            functions.get(function).self[event] += cost;
        }
    }

    /// Adds to the cost of a function's callees.
    public void addCall(int caller, int callee, int event, double cost) {
        if (caller >= 0 && callee >= 0 && Double.isFinite(cost)) {
            functions.get(caller).calls.computeIfAbsent(callee, c -> new double[events])[event] += cost;
        }
    }

    List<Function> functions() {
        return functions;
    }

    /// Returns the part of the inclusive cost of each function that no caller accounts for, by function and event.
    double[][] unattributedCosts() {
        double[][] unattributed = new double[functions.size()][events];
        for (Function f : functions) {
            for (int e = 0; e < events; e++) {
                unattributed[f.index][e] += f.inclusive(e);
            }
            f.calls.forEach((callee, cost) -> {
                for (int e = 0; e < events; e++) {
                    unattributed[callee][e] -= cost[e];
                }
            });
        }
        return unattributed;
    }

    /// Returns the total of the self costs, by event.
    double[] totals() {
        double[] totals = new double[events];
        for (Function f : functions) {
            for (int e = 0; e < events; e++) {
                totals[e] += f.self[e];
            }
        }
        return totals;
    }

    /// Writes one profile without times for each quantity.
    ///
    /// @param scope kind of file
    /// @param prefix prepended to the names of the quantities
    /// @param library library of functions whose library is unknown
    public void write(String scope, String prefix, String library, List<Event> quantities) {
        AggregateProfiles profiles = new AggregateProfiles(context.storage());
        int[] rows = new int[events];
        for (int e = 0; e < events; e++) {
            Event q = quantities.get(e);
            rows[e] = profiles.profile(scope, prefix + " " + q.type, q.type, q.unit);
        }
        NamedFrames frames = new NamedFrames(context.stackProfiles(), context.strings(), library);
        int[] frameOf = new int[functions.size()];
        for (Function f : functions) {
            frameOf[f.index] = frames.frame(
                    f.key.library, f.key.name, f.key.file, f.key.line > 0 ? f.key.line : NamedFrames.NO_LINE);
        }
        new CallgrindTree(this, events, context.progress()) {
            @Override
            int callsite(int caller, Function function) {
                return frames.callsite(caller, frameOf[function.index]);
            }

            @Override
            void addSelf(int callsite, int event, double cost) {
                profiles.add(rows[event], callsite, cost * quantities.get(event).scale);
            }
        }.expand();
    }
}
