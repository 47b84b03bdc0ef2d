#pragma once
// The workflows of a written suite.

#include "spec/json/json_fwd.hpp"

#include <memory>
#include <set>
#include <string>

namespace plumbline::api_suite {

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
