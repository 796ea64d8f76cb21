package traceglass.sdk;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import traceglass.sdk.proto.ProtoWriter;

/// Settings of a session: categories, buffer, timestamps and filters. The methods change this object and return it; a
/// session keeps a copy.
public final class TracingOptions {

    private final List<String> enabledCategories = new ArrayList<>();
    private final List<String> disabledCategories = new ArrayList<>();
    private final List<String> enabledTags = new ArrayList<>();
    private final List<String> disabledTags = new ArrayList<>();
    private final Map<String, byte[]> dataSources = new LinkedHashMap<>();
    private int bufferKb = 4096;
    private boolean isRing;
    private boolean incrementalTimestamps = true;
    private long timestampUnitNs = 1;
    private boolean filtersArguments;
    private boolean filtersDynamicNames;
    private long threadTimeNs = -1;
    private boolean stalls;

    /// Returns options that record all categories but those tagged `slow` or `debug`, until the buffer is full.
    public TracingOptions() {}

    TracingOptions copy() {
        TracingOptions copy = new TracingOptions();
        copy.enabledCategories.addAll(enabledCategories);
        copy.disabledCategories.addAll(disabledCategories);
        copy.enabledTags.addAll(enabledTags);
        copy.disabledTags.addAll(disabledTags);
        copy.dataSources.putAll(dataSources);
        copy.bufferKb = bufferKb;
        copy.isRing = isRing;
        copy.incrementalTimestamps = incrementalTimestamps;
        copy.timestampUnitNs = timestampUnitNs;
        copy.filtersArguments = filtersArguments;
        copy.filtersDynamicNames = filtersDynamicNames;
        copy.threadTimeNs = threadTimeNs;
        copy.stalls = stalls;
        return copy;
    }

    /// Sets the memory for events.
    public TracingOptions bufferKb(int kb) {
        if (kb < 16) {
            throw new IllegalArgumentException("A buffer has at least 16 KiB, not " + kb);
        }
        bufferKb = kb;
        return this;
    }

    /// Overwrites the oldest events when the buffer is full, instead of dropping the newest.
    public TracingOptions ring() {
        isRing = true;
        return this;
    }

    /// Enables categories by name, by a start such as `net*`, or `*`. See [CategoryRules] for which rule wins.
    public TracingOptions enable(String... patterns) {
        enabledCategories.addAll(List.of(patterns));
        return this;
    }

    /// Disables categories. `*` disables those that no other rule enables.
    public TracingOptions disable(String... patterns) {
        disabledCategories.addAll(List.of(patterns));
        return this;
    }

    public TracingOptions enableTags(String... patterns) {
        enabledTags.addAll(List.of(patterns));
        return this;
    }

    public TracingOptions disableTags(String... patterns) {
        disabledTags.addAll(List.of(patterns));
        return this;
    }

    /// Starts a custom data source with the session.
    ///
    /// @param config text that is passed to it
    public TracingOptions dataSource(String name, String config) {
        return dataSource(
                name,
                new ProtoWriter()
                        .string(1, name)
                        .string(SourceInstance.TEXT, config)
                        .toByteArray());
    }

    /// Starts a custom data source with the session.
    ///
    /// @param config encoded message `DataSourceConfig`
    public TracingOptions dataSource(String name, byte[] config) {
        dataSources.put(name, config.clone());
        return this;
    }

    /// Writes full timestamps instead of differences from the event before, which takes more bytes.
    public TracingOptions absoluteTimestamps() {
        incrementalTimestamps = false;
        return this;
    }

    /// Rounds timestamps down, for fewer bytes.
    public TracingOptions timestampUnitNs(long ns) {
        if (ns < 1) {
            throw new IllegalArgumentException("The unit of timestamps is at least 1 ns, not " + ns);
        }
        timestampUnitNs = ns;
        return this;
    }

    /// Leaves out arguments, for events without private data.
    public TracingOptions withoutArguments() {
        filtersArguments = true;
        return this;
    }

    /// Writes `FILTERED` instead of names that were built at run time.
    public TracingOptions withoutDynamicNames() {
        filtersDynamicNames = true;
        return this;
    }

    /// Adds the CPU time of the thread to events on its track. Linux only.
    ///
    /// @param everyNs shortest time between two samples, 0 to sample with each event
    public TracingOptions sampleThreadTime(long everyNs) {
        if (everyNs < 0) {
            throw new IllegalArgumentException("The time between samples is at least 0 ns, not " + everyNs);
        }
        threadTimeNs = everyNs;
        return this;
    }

    /// Lets threads wait up to 30 seconds while the memory that is shared with the tracing service is full, instead
    /// of dropping their events.
    public TracingOptions stallWhenFull() {
        stalls = true;
        return this;
    }

    void setIncremental(boolean on) {
        incrementalTimestamps = on;
    }

    void setFilters(boolean arguments, boolean dynamicNames) {
        filtersArguments = arguments;
        filtersDynamicNames = dynamicNames;
    }

    /// Returns the shortest time between samples of the CPU time, or -1 if there are none.
    long threadTimeNs() {
        return threadTimeNs;
    }

    boolean stalls() {
        return stalls;
    }

    List<String> enabledCategories() {
        return enabledCategories;
    }

    List<String> disabledCategories() {
        return disabledCategories;
    }

    List<String> enabledTags() {
        return enabledTags;
    }

    List<String> disabledTags() {
        return disabledTags;
    }

    Map<String, byte[]> dataSources() {
        return dataSources;
    }

    int bufferKb() {
        return bufferKb;
    }

    boolean isRing() {
        return isRing;
    }

    boolean hasIncrementalTimestamps() {
        return incrementalTimestamps;
    }

    long timestampUnitNs() {
        return timestampUnitNs;
    }

    boolean filtersArguments() {
        return filtersArguments;
    }

    boolean filtersDynamicNames() {
        return filtersDynamicNames;
    }
}
