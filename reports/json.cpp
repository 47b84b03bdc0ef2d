// Renders the run as JSON: result.json.

#include "reports/render.hpp"

namespace plumbline::reports {

std::string render_json(const RunResult& result) {
    return json_text(result) + '\n';
}

}  // namespace plumbline::reports
