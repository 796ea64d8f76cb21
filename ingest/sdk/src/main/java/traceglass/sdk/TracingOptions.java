package traceglass.sdk;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import traceglass.sdk.proto.ProtoWriter;

/// Settings of a session: categories, buffer, timestamps and filters. The methods change this object and return it.
/// Sessions copy it when they start.
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

    /// Creates options that record all categories except those tagged `slow` or `debug` until the buffer is full.
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

    /// Sets the size of the event buffer in KB.
    ///
    /// @throws IllegalArgumentException if it is less than 16
    public TracingOptions bufferKb(int kb) {
        if (kb < 16) {
            throw new IllegalArgumentException("A buffer needs at least 16 KB, not " + kb);
        }
        bufferKb = kb;
        return this;
    }

    /// Overwrites the oldest events when the buffer is full, instead of dropping the newest.
    public TracingOptions ring() {
        isRing = true;
        return this;
    }

    /// Enables categories by name or by a prefix such as `net*`; `*` matches all. Exact names win over
    /// prefixes, and prefixes over `*`.
    public TracingOptions enable(String... patterns) {
        enabledCategories.addAll(List.of(patterns));
        return this;
    }

    /// Disables categories. `*` disables all that no other rule enables.
    public TracingOptions disable(String... patterns) {
        disabledCategories.addAll(List.of(patterns));
        return this;
    }

    /// Enables categories that have one of these tags. Patterns are written as for [#enable]; disabled tags take
    /// precedence.
    public TracingOptions enableTags(String... patterns) {
        enabledTags.addAll(List.of(patterns));
        return this;
    }

    /// Disables categories that have one of these tags. Listing any enabled or disabled tag replaces the default,
    /// which disables `slow` and `debug`.
    public TracingOptions disableTags(String... patterns) {
        disabledTags.addAll(List.of(patterns));
        return this;
    }

    /// Starts a custom data source with the session.
    ///
    /// @param config string passed to the source, see [SourceInstance#text]
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
    /// @param config encoded `DataSourceConfig`
    public TracingOptions dataSource(String name, byte[] config) {
        dataSources.put(name, config.clone());
        return this;
    }

    /// Writes absolute timestamps instead of differences from the previous event, which takes more bytes.
    public TracingOptions absoluteTimestamps() {
        incrementalTimestamps = false;
        return this;
    }

    /// Rounds timestamps down to a multiple of this unit, so that they take fewer bytes.
    public TracingOptions timestampUnitNs(long ns) {
        if (ns < 1) {
            throw new IllegalArgumentException("The timestamp unit must be at least 1 ns, not " + ns);
        }
        timestampUnitNs = ns;
        return this;
    }

    /// Omits arguments, which can contain private data.
    public TracingOptions withoutArguments() {
        filtersArguments = true;
        return this;
    }

    /// Writes `FILTERED` instead of names marked with [TraceEvent#dynamicName].
    public TracingOptions withoutDynamicNames() {
        filtersDynamicNames = true;
        return this;
    }

    /// Adds the CPU time of the thread to events on its track. Linux only.
    ///
    /// @param everyNs shortest time between two samples in nanoseconds; 0 to sample with each event
    public TracingOptions sampleThreadTime(long everyNs) {
        if (everyNs < 0) {
            throw new IllegalArgumentException("The time between samples must be at least 0 ns, not " + everyNs);
        }
        threadTimeNs = everyNs;
        return this;
    }

    /// Makes threads wait up to 30 seconds while the memory shared with the tracing service is full, instead of
    /// dropping their events.
    public TracingOptions stallWhenFull() {
        stalls = true;
        return this;
    }

    void setIncremental(boolean isOn) {
        incrementalTimestamps = isOn;
    }

    void setFilters(boolean filtersArguments, boolean filtersDynamicNames) {
        this.filtersArguments = filtersArguments;
        this.filtersDynamicNames = filtersDynamicNames;
    }

    /// Returns the shortest time between CPU time samples in nanoseconds, or -1 if CPU time is not sampled.
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
