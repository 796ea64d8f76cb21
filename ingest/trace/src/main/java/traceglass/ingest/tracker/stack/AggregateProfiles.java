package traceglass.ingest.tracker.stack;

import traceglass.store.names.TableNames;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Writes aggregate profiles, which have no times: rows of `__intrinsic_aggregate_profile`, one for each measured
/// quantity, and `__intrinsic_aggregate_sample`, one for each callstack with a value. Labels of samples are rows of
/// `__intrinsic_aggregate_label`.
public final class AggregateProfiles {

    private final StringPool strings;
    private final Table profiles;
    private final Table samples;
    private final Table labels;
    private final Table sampleLabels;

    public AggregateProfiles(TraceStorage storage) {
        strings = storage.strings();
        profiles = storage.table(TableNames.AggregateProfile.TABLE);
        samples = storage.table(TableNames.AggregateSample.TABLE);
        labels = storage.table(TableNames.AggregateLabel.TABLE);
        sampleLabels = storage.table(TableNames.AggregateSampleLabels.TABLE);
    }

    /// Adds a profile and returns its row.
    ///
    /// @param scope kind of file, e.g. `pprof_file`
    /// @param name name shown to users, e.g. `pprof alloc_space`
    /// @param type quantity, e.g. `alloc_space`, `cpu` or `samples`
    /// @param unit unit of the values, e.g. `bytes`, `nanoseconds` or `count`
    public int profile(String scope, String name, String type, String unit) {
        int row = profiles.addRow();
        profiles.strings(TableNames.AggregateProfile.SCOPE).set(row, strings.intern(scope));
        profiles.strings(TableNames.AggregateProfile.NAME).set(row, strings.intern(name));
        profiles.strings(TableNames.AggregateProfile.SAMPLE_TYPE_TYPE).set(row, strings.intern(type));
        profiles.strings(TableNames.AggregateProfile.SAMPLE_TYPE_UNIT).set(row, strings.intern(unit));
        return row;
    }

    /// Adds a value in the unit of the profile.
    ///
    /// @param profile row as returned by [#profile]
    /// @param callsite innermost callsite, as returned by [StackProfiles#callsite]
    public void add(int profile, int callsite, double value) {
        add(profile, callsite, value, LongColumn.NULL);
    }

    /// Adds a value like [#add(int, int, double)] with labels.
    ///
    /// @param labelSet id as returned by [#labelSet]; [LongColumn#NULL] for none
    public void add(int profile, int callsite, double value, long labelSet) {
        int row = samples.addRow();
        samples.ints(TableNames.AggregateSample.AGGREGATE_PROFILE_ID).set(row, profile);
        samples.ints(TableNames.AggregateSample.CALLSITE_ID).set(row, callsite);
        samples.doubles(TableNames.AggregateSample.VALUE).set(row, value);
        if (labelSet != LongColumn.NULL) {
            int labeled = sampleLabels.addRow();
            sampleLabels
                    .ints(TableNames.AggregateSampleLabels.AGGREGATE_SAMPLE_ID)
                    .set(labeled, row);
            sampleLabels.longs(TableNames.AggregateSampleLabels.LABEL_SET_ID).set(labeled, labelSet);
        }
    }

    /// Starts a set of labels and returns its id. All labels of a set must be added before the next set is started.
    public long labelSet() {
        return labels.rowCount();
    }

    /// Adds a label with a string value.
    public void addLabel(long labelSet, String key, String value) {
        int row = label(labelSet, key);
        labels.strings(TableNames.AggregateLabel.STR_VALUE).set(row, strings.intern(value));
    }

    /// Adds a label with a numeric value.
    ///
    /// @param unit unit of the value, or null
    public void addLabel(long labelSet, String key, long value, String unit) {
        int row = label(labelSet, key);
        labels.longs(TableNames.AggregateLabel.INT_VALUE).set(row, value);
        labels.strings(TableNames.AggregateLabel.UNIT).set(row, unit == null ? StringPool.NULL : strings.intern(unit));
    }

    private int label(long labelSet, String key) {
        int row = labels.addRow();
        labels.longs(TableNames.AggregateLabel.LABEL_SET_ID).set(row, labelSet);
        labels.strings(TableNames.AggregateLabel.KEY).set(row, strings.intern(key));
        return row;
    }
}
