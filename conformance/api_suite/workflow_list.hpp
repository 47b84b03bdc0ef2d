#pragma once
// The workflows of a written suite.

#include "spec/json/json_fwd.hpp"

#include <memory>
#include <set>
#include <string>

namespace plumbline::api_suite {

/// In the id of a workflow, between the collection and the body that must be accepted.
inline constexpr const char* kAccepts = "-accepts-";

/// Returns the Arazzo document with these workflows, about the API document at `url`.
[[nodiscard]] Json suite_document(const std::string& url, Json workflows);

/// Collects workflows; their ids are distinct.
class WorkflowList {
  public:
    WorkflowList();
    WorkflowList(const WorkflowList&) = delete;
    WorkflowList& operator=(const WorkflowList&) = delete;
    ~WorkflowList();

    /// Adds a workflow whose id is made from `name`. If a step uses the API key, it is an input.
    void add(const std::string& name, const std::string& summary, Json steps);
    /// Returns all workflows as an array; the list is empty then.
    [[nodiscard]] Json take();

  private:
    std::unique_ptr<Json> workflows_;
    std::set<std::string> ids_;
};

}  // namespace plumbline::api_suite
