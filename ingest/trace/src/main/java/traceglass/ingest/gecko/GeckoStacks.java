package traceglass.ingest.gecko;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.ingest.tracker.stack.StackProfiles;
import traceglass.store.names.StatNames;

/// Callstacks of a profile. The library of a function is given at the end of its name, as in `poll (in libc.so.6)`;
/// other functions are in the library `gecko`.
final class GeckoStacks {

    private static final String LIBRARY = " (in ";

    private final ImportContext context;
    private final Map<String, StackProfiles.Mapping> libraries = new HashMap<>();
    private GeckoThread sharedThread;
    private int[] sharedCallsites;

    GeckoStacks(ImportContext context) {
        this.context = context;
    }

    /// Returns the callsites of the stacks of a thread, with [ProfilerSamples#NONE] for invalid ones.
    ///
    /// @param common tables that the threads share, or null
    /// @param libs libraries of the profile
    int[] callsites(GeckoThread thread, GeckoThread common, List<GeckoProfile.Library> libs) {
        if (!thread.stacks.isEmpty() || common == null) {
            return resolve(thread, common, libs);
        }
        if (sharedThread != common) {
            sharedThread = common;
            sharedCallsites = resolve(common, null, libs);
        }
        return sharedCallsites;
    }

    private int[] resolve(GeckoThread thread, GeckoThread common, List<GeckoProfile.Library> libs) {
        GeckoThread frames = common != null && thread.frames.isEmpty() ? common : thread;
        GeckoThread functions = common != null && thread.functions.isEmpty() ? common : thread;
        GeckoThread resources = common != null && thread.resources.isEmpty() ? common : thread;
        List<String> strings = strings(thread, common);
        GeckoTable.Column frameOfStack = thread.stacks.column("frame");
        GeckoTable.Column prefixes = thread.stacks.column("prefix");
        GeckoTable.Column offsets = thread.stacks.column("prefixOffset");
        int[] callsites = new int[frameOfStack.size()];
        int[] frameRows = new int
                [frames.frames.column("func").size()
                        + frames.frames.column("location").size()];
        Arrays.fill(frameRows, -1);
        SamplySymbols symbols = SamplySymbols.of(context);
        boolean hasSymbols = !symbols.isEmpty();
        for (int i = 0; i < callsites.length; i++) {
            callsites[i] = ProfilerSamples.NONE;
            int frame = frameOfStack.index(i);
            String name = name(frame, frames, functions, strings);
            if (name == null) {
                context.stats().increment(StatNames.GECKO_INVALID_STACK);
                continue;
            }
            if (frameRows[frame] < 0) {
                GeckoProfile.Library library =
                        hasSymbols && name.startsWith("0x") ? library(frame, frames, functions, resources, libs) : null;
                String symbol = library == null
                        ? null
                        : symbols.find(library.debugName(), library.id(), (long)
                                frames.frames.column("address").real(frame));
                frameRows[frame] = symbol == null ? frame(name) : frame(symbol, library.name());
            }
            // Parents precede their children. The offset is the distance to the parent; 0 for an outermost call.
            int offset = offsets.index(i);
            int prefix = offset > 0 ? i - offset : prefixes.index(i);
            int parent = prefix >= 0 && prefix < i ? callsites[prefix] : ProfilerSamples.NONE;
            callsites[i] = context.stackProfiles().callsite(parent, frameRows[frame]);
        }
        return callsites;
    }

    /// Returns the strings of a thread, or the shared ones if the thread has none.
    static List<String> strings(GeckoThread thread, GeckoThread common) {
        return common != null && (thread.strings == null || thread.strings.isEmpty()) ? common.strings : thread.strings;
    }

    private static String name(int frame, GeckoThread frames, GeckoThread functions, List<String> strings) {
        int location = frames.frames.column("location").index(frame);
        if (location >= 0) {
            return GeckoThread.string(strings, location);
        }
        int function = frames.frames.column("func").index(frame);
        return GeckoThread.string(strings, functions.functions.column("name").index(function));
    }

    /// Returns the library of a frame, or null.
    private static GeckoProfile.Library library(
            int frame,
            GeckoThread frames,
            GeckoThread functions,
            GeckoThread resources,
            List<GeckoProfile.Library> libs) {
        int library = frames.frames.column("lib").index(frame);
        if (library < 0) {
            int function = frames.frames.column("func").index(frame);
            int resource = functions.functions.column("resource").index(function);
            library = resources.resources.column("lib").index(resource);
        }
        return library >= 0 && library < libs.size() ? libs.get(library) : null;
    }

    private int frame(String name) {
        int index = name.indexOf(LIBRARY);
        String library = "gecko";
        String function = name;
        if (index >= 0) {
            int end = name.indexOf(')', index);
            library = name.substring(index + LIBRARY.length(), end < 0 ? name.length() : end);
            function = name.substring(0, index);
        }
        return frame(function, library);
    }

    private int frame(String function, String library) {
        return libraries
                .computeIfAbsent(library, context.stackProfiles()::dummy)
                .dummyFrame(context.strings().intern(function), -1, -1);
    }
}
