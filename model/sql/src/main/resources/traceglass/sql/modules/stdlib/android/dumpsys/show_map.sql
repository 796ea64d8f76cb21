-- Memory mappings of processes in a bug report.

-- Rows of the sections `SHOW MAP PID: NAME`, in kB. A section extends from its header to the next header; the part after the last
-- header may be truncated and is ignored.
CREATE PERFETTO TABLE android_dumpsys_show_map AS
WITH
  lines AS (SELECT id, section, string_split_regex(trim(line), '\s+') AS words FROM android_dumpstate WHERE section GLOB 'SHOW MAP*'),
  headers AS (
    SELECT
      min(id) AS id,
      cast_int!(replace(str_split(section, ' ', 2), ':', '')) AS pid,
      trim(str_split(section, ' ', 3)) AS process_name
    FROM lines
    WHERE array_to_string(words, ' ') GLOB 'virtual*shared*shared*private*private*Anon*Shmem*File*Shared*Private*'
    GROUP BY section
  ),
  sections AS (SELECT *, lead(id) OVER (ORDER BY id) AS next_id FROM headers)
SELECT
  s.process_name,
  s.pid,
  cast_int!(l.words[1]) AS vss_kb,
  cast_int!(l.words[2]) AS rss_kb,
  cast_int!(l.words[3]) AS pss_kb,
  cast_int!(l.words[4]) AS shared_clean_kb,
  cast_int!(l.words[5]) AS shared_dirty_kb,
  cast_int!(l.words[6]) AS private_clean_kb,
  cast_int!(l.words[7]) AS private_dirty_kb,
  cast_int!(l.words[8]) AS swap_kb,
  cast_int!(l.words[9]) AS swap_pss_kb,
  cast_int!(l.words[10]) AS anon_huge_pages_kb,
  cast_int!(l.words[11]) AS shmem_pmd_mapped_kb,
  cast_int!(l.words[12]) AS file_pmd_mapped_kb,
  cast_int!(l.words[13]) AS shared_huge_tlb_kb,
  cast_int!(l.words[14]) AS private_hugetlb_kb,
  cast_int!(l.words[15]) AS locked_kb,
  cast_int!(l.words[16]) AS mapping_count,
  l.words[17] AS mapped_object
FROM lines AS l
JOIN sections AS s ON l.id BETWEEN s.id AND s.next_id
WHERE regexp_matches(l.words[1], '^[0-9]') AND l.words[17] <> 'TOTAL'
ORDER BY l.id;
