-- Threads to examine for a slow latency stage.
INCLUDE PERFETTO MODULE chrome.event_latency_description;

-- Causes of janky scroll frames, with the stage of EventLatency, and the processes and threads to look at.
CREATE PERFETTO TABLE chrome_scroll_jank_cause_descriptions(
  event_latency_stage STRING, cause_process STRING, cause_thread STRING, cause_description STRING
)
AS
SELECT event_latency_stage, cause_process, cause_thread, cause_description
FROM (
  VALUES
    ('GenerationToBrowserMain', 'Browser', 'CrBrowserMain',
     'The browser''s main thread is busy; there is also an InputLatency::TouchMove. See which tasks it runs, whether threads of the pool have blocking calls, and whether the network service is busy. Often it is a navigation, a slow BeginMainFrame or the Java choreographer.'),
    ('RendererCompositorQueueingDelay', 'Renderer', 'Compositor',
     'The renderer cannot answer a BeginFrame with a frame: after the scroll began it waits for its main thread, for example for the target of a touch or for JavaScript.'),
    ('RendererCompositorQueueingDelay', 'GPU', 'VizCompositorThread',
     'No BeginFrame is sent. See whether there is a fling: it makes many inputs of one, and they end up in one frame.'),
    ('ReceiveCompositorFrameToStartDraw', 'GPU', 'VizCompositorThread',
     'The display compositor waits for frames, perhaps from other processes, or holds the frame back. See the BeginFrame task that ended in this time. The system may hold the buffer, too.'),
    ('ReceiveCompositorFrameToStartDraw', 'GPU', 'CrGpuMain',
     'If the GPU''s main thread is busy it does not release the buffer; if it is not, the system may hold it.'),
    ('ReceiveCompositorFrameToStartDraw', 'Browser', 'CrBrowserMain',
     'The browser''s toolbar may be held up by other tasks.'),
    ('BufferReadyToLatch', 'GPU', 'VizCompositorThread',
     'The frame came too late for the latch and has to wait for another vsync. Compare with the time before this stage in the latency before: if that was longer the system is to blame, if shorter Chrome. The frame before may have come very early, or the GPU late.'),
    ('SwapEndToPresentationCompositorFrame', 'GPU', 'VizCompositorThread',
     'As with BufferReadyToLatch the frame may have missed its latch. Compare with the time before that stage in the latency before: if that was longer the system is to blame, if shorter Chrome.'),
    ('SwapEndToPresentationCompositorFrame', 'GPU', 'CrGpuMain',
     'If there is a stage StartDrawToBufferAvailable, too, the GPU''s main thread may be busy or waiting for a CPU. See surfaceflinger as well.'),
    ('SwapEndToPresentationCompositorFrame', 'GPU', 'surfaceflinger',
     'If there is a stage StartDrawToBufferAvailable, too, surfaceflinger has not told the display compositor yet that it may write to the buffer.')
) AS causes(event_latency_stage, cause_process, cause_thread, cause_description);

-- Causes of janky scroll frames, with the name of the stage.
CREATE PERFETTO VIEW chrome_scroll_jank_causes_with_event_latencies(
  name STRING, description STRING, cause_process STRING, cause_thread STRING, cause_description STRING
)
AS
SELECT s.name, s.description, c.cause_process, c.cause_thread, c.cause_description
FROM chrome_event_latency_stage_descriptions AS s
LEFT JOIN chrome_scroll_jank_cause_descriptions AS c ON c.event_latency_stage = s.name;
