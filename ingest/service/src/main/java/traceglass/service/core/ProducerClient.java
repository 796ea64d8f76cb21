package traceglass.service.core;

import java.util.Collection;
import org.jspecify.annotations.Nullable;
import traceglass.protos.config.DataSourceConfig;
import traceglass.sdk.posix.SharedMemory;

/// Sends commands to a producer.
public interface ProducerClient {

    /// @param created shared memory to send, or null if the producer provided it
    void setupTracing(int pageSizeKb, @Nullable SharedMemory created);

    void setupDataSource(long instance, DataSourceConfig config);

    void startDataSource(long instance, DataSourceConfig config);

    void stopDataSource(long instance);

    void flush(long request, Collection<Long> instances, long flags);

    void clearIncrementalState(Collection<Long> instances);
}
