-- Clicks, key presses and other interactions handled by web content.
INCLUDE PERFETTO MODULE slices.with_context;

-- Interactions with web content, such as clicks and keys, until their effect is visible.
CREATE PERFETTO TABLE chrome_web_content_interactions(
  id LONG, ts TIMESTAMP, dur DURATION, interaction_type STRING, renderer_upid LONG
)
AS
SELECT s.id, s.ts, s.dur, extract_arg_text(s.arg_set_id, 'web_content_interaction.type') AS interaction_type, s.upid AS renderer_upid
FROM process_slice AS s
WHERE s.name = 'Web Interaction'
ORDER BY s.id;
