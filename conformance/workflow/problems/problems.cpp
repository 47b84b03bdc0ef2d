#include "conformance/workflow/problems/problems.hpp"

#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <tuple>

namespace plumbline::workflow {

DocumentNode DocumentNode::child(std::string_view token, const Json& child_value) const {
    return {&child_value, pointer + '/' + escape_pointer_token(token)};
}

std::vector<DocumentMember> members(const DocumentNode& node) {
    std::vector<DocumentMember> found;
    if (!node.value->is_object()) return found;
    for (const auto& [key, value] : node.value->items()) {
        found.push_back({key, node.child(key, value)});
    }
    return found;
}

std::vector<DocumentNode> elements(const DocumentNode& node) {
    std::vector<DocumentNode> found;
    if (!node.value->is_array()) return found;
    for (std::size_t i = 0; i < node.value->size(); ++i) {
        found.push_back(node.child(std::to_string(i), (*node.value)[i]));
    }
    return found;
}

std::vector<DocumentNode> elements_at(const DocumentNode& node, std::string_view key) {
    const Json* value = member(*node.value, key);
    return value ? elements(node.child(key, *value)) : std::vector<DocumentNode>{};
}

std::vector<DocumentMember> members_at(const DocumentNode& node, std::string_view key) {
    const Json* value = member(*node.value, key);
    return value ? members(node.child(key, *value)) : std::vector<DocumentMember>{};
}

std::string text_at(const DocumentNode& node, std::string_view key) {
    return string_or(*node.value, key, "");
}

bool is_arazzo_1_0(const Json& document) {
    return string_or(document, "arazzo", "").rfind("1.0.", 0) == 0;
}

void ProblemCollector::add(ProblemSeverity severity,
                           ErrorCode code,
                           std::string_view pointer,
                           std::string message,
                           std::string fix) {
    std::vector<std::string> notes;
    if (!fix.empty()) notes.push_back(std::move(fix));
    add(severity, Error{code, std::move(message), document_.where(pointer), std::move(notes)});
}

void ProblemCollector::add(ProblemSeverity severity, Error error) {
    // A shared component is read at each of its uses; its problems are reported once.
    const bool known =
        std::any_of(problems_.begin(), problems_.end(), [&](const SuiteProblem& problem) {
            return problem.error == error;
        });
    if (!known) problems_.push_back({severity, std::move(error)});
}

std::vector<SuiteProblem> ProblemCollector::sorted() const {
    std::vector<SuiteProblem> sorted = problems_;
    std::stable_sort(
        sorted.begin(), sorted.end(), [](const SuiteProblem& a, const SuiteProblem& b) {
            return std::tie(a.error.where.line, a.error.where.column) <
                   std::tie(b.error.where.line, b.error.where.column);
        });
    return sorted;
}

void require_arazzo_1_1(ProblemCollector& problems,
                        std::string_view pointer,
                        std::string_view what) {
    if (!is_arazzo_1_0(*problems.document().root)) return;
    problems.add(ProblemSeverity::kNonconforming,
                 ErrorCode::kInvalid,
                 pointer,
                 std::string(what) + " Arazzo 1.1, but the document declares 1.0",
                 "write `arazzo: 1.1.0` at the top");
}

std::string suggestion(std::string_view word, const std::vector<std::string>& names) {
    const std::string near = nearest_name(word, names);
    if (!near.empty()) return "did you mean \"" + near + "\"?";
    if (names.empty()) return "there are none";
    constexpr std::size_t kShown = 12;
    if (names.size() <= kShown) return "there is: " + join(names, ", ");
    return "there is: " + join({names.begin(), names.begin() + kShown}, ", ") + ", ...";
}

}  // namespace plumbline::workflow
