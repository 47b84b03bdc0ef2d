#pragma once
// Renders the result of a run or of lint, and the text that other reports share.

#include "reports/difference.hpp"
#include "reports/failures.hpp"
#include "reports/lint.hpp"
#include "reports/page_template.hpp"
#include "reports/render.hpp"
#include "reports/report_file.hpp"
#include "reports/run_observations.hpp"
#include "reports/sources.hpp"
#include "reports/stream_arrivals.hpp"
#include "reports/text_format.hpp"
#include "reports/xml.hpp"
