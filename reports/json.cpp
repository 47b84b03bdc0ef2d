#include "reports/render.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::reports {

std::string render_json(const RunResult& result) {
    return plumbline::to_pretty_text(to_json(result)) + '\n';
}

}  // namespace plumbline::reports
