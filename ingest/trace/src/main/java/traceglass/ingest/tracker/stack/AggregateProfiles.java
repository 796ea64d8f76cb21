package traceglass.ingest.tracker.stack;

import traceglass.store.table.StringPool;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Writes profiles without times: rows of `__intrinsic_aggregate_profile`, one for each measured quantity, and
/// `__intrinsic_aggregate_sample`, one for each call stack with a value.
public final class AggregateProfiles {

    private final StringPool strings;
    private final Table profiles;
    private final Table samples;

    public AggregateProfiles(TraceStorage storage) {
        strings = storage.strings();
        profiles = storage.table("__intrinsic_aggregate_profile");
        samples = storage.table("__intrinsic_aggregate_sample");
    }

    /// Adds a profile and returns its row.
    ///
    /// @param scope kind of file, e.g. `pprof_file`
    /// @param name shown to users, e.g. `pprof alloc_space`
    /// @param type quantity, e.g. `alloc_space`, `cpu` or `samples`
    /// @param unit unit of the values, e.g. `bytes`, `nanoseconds` or `count`
    public int profile(String scope, String name, String type, String unit) {
        int row = profiles.addRow();
        profiles.strings("scope").set(row, strings.intern(scope));
        profiles.strings("name").set(row, strings.intern(name));
        profiles.strings("sample_type_type").set(row, strings.intern(type));
        profiles.strings("sample_type_unit").set(row, strings.intern(unit));
        return row;
    }

    /// Adds a value in the unit of the profile.
    ///
    /// @param profile as returned by [#profile]
    /// @param callsite innermost call site, as returned by [StackProfiles#callsite]
    public void add(int profile, int callsite, double value) {
        int row = samples.addRow();
        samples.ints("aggregate_profile_id").set(row, profile);
        samples.ints("callsite_id").set(row, callsite);
        samples.doubles("value").set(row, value);
    }
}
